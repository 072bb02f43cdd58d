#!/bin/sh
# A run in shards, with GNU parallel: on the cores of this machine, or with --sshlogin on others that share this folder.
#   BACKEND=optimized SHARDS=8 OUT=results sh parallel.sh [OPTIONS OF PARALLEL]
# After an interruption, the same command continues the run. OUT/results.jsonl is the same as from one machine.
set -eu
backend=${BACKEND:-optimized} shards=${SHARDS:-8} out=${OUT:-results}
mkdir -p "$out"
# 1: a case failed; 4: the shard is empty. A shard with another exit code is tried again, on another machine if there is one.
seq "$shards" | parallel --will-cite --workdir . --retries 3 "$@" \
  "kassay run --backend '$backend' --shard {}/$shards --out '$out'/shard-{}.jsonl --resume; case \$? in 0|1|4) ;; *) false ;; esac"
kassay merge "$out"/shard-*.jsonl --out "$out/results.jsonl" --overwrite
