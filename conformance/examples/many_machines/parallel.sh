#!/bin/sh
# A run in shards, with GNU parallel: on the cores of this machine, or with --sshlogin on others that share this folder.
#   BACKEND=optimized SHARDS=8 OUT=results sh parallel.sh [OPTIONS OF PARALLEL]
# The same command goes on where it was interrupted. OUT/results.jsonl is what one machine would have written.
set -eu
backend=${BACKEND:-optimized} shards=${SHARDS:-8} out=${OUT:-results}
mkdir -p "$out"
# 1: a case failed; 4: no case falls into the shard. A shard that ends otherwise is tried again, elsewhere if there is an elsewhere.
seq "$shards" | parallel --will-cite --workdir . --retries 3 "$@" \
  "kassay run --backend '$backend' --shard {}/$shards --out '$out'/shard-{}.jsonl --resume; case \$? in 0|1|4) ;; *) false ;; esac"
kassay merge "$out"/shard-*.jsonl --out "$out/results.jsonl" --overwrite
