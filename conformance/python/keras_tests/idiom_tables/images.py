"""Code of detectors, generators and other networks for images."""

from __future__ import annotations

from typing import Any

import numpy as np

from idiom_tables.idiom import EVERYWHERE, Idiom, integers, numbers, positive

GRID = numbers(2, 3, 4, 12)  # two anchors of four numbers, an object and a class
ANCHORS = np.array([[1.0, 2.0], [3.0, 1.5]])
BOXES, OTHERS = positive(2, 5, 4), positive(2, 4, 5)[:, :, :4].transpose(0, 2, 1)
OTHERS = positive(2, 5, 4)[:, ::-1]
IMAGE = numbers(2, 4, 5, 3)
CODES = numbers(4, 3)
CAPSULES = numbers(2, 5, 3)
BYTES = integers(256, 2, 4, 5, 3, dtype="uint8")
CENTERS = numbers(2, 3)
STYLE = numbers(4, 5, 3)


def sigmoid(x: Any) -> Any:
    return 1 / (1 + np.exp(-x))


def decoded(K: Any, x: Any) -> Any:
    """YOLO's boxes as fractions of the image, for a grid whose size is a tensor."""
    anchors = K.reshape(K.constant(ANCHORS), [1, 1, 1, 2, 2])
    sizes = K.shape(x)[1:3]
    rows = K.tile(K.reshape(K.arange(0, stop=sizes[0]), [-1, 1, 1, 1]), [1, sizes[1], 1, 1])
    columns = K.tile(K.reshape(K.arange(0, stop=sizes[1]), [1, -1, 1, 1]), [sizes[0], 1, 1, 1])
    grid = K.cast(K.concatenate([columns, rows]), K.dtype(x))
    x = K.reshape(x, [-1, sizes[0], sizes[1], 2, 6])
    middle = (K.sigmoid(x[..., :2]) + grid) / K.cast(sizes[::-1], K.dtype(x))
    extent = K.exp(x[..., 2:4]) * anchors / K.cast(sizes[::-1], K.dtype(x))
    return [grid, middle, extent, K.sigmoid(x[..., 4:5]), K.sigmoid(x[..., 5:])]


def decoded_by_numpy(x: Any) -> Any:
    rows, columns = np.mgrid[:3, :4]
    grid = np.stack([columns, rows], -1)[:, :, None]
    x = x.reshape(-1, 3, 4, 2, 6)
    middle = (sigmoid(x[..., :2]) + grid) / [4, 3]
    extent = np.exp(x[..., 2:4]) * ANCHORS / [4, 3]
    return [grid, middle, extent, sigmoid(x[..., 4:5]), sigmoid(x[..., 5:])]


def grid_of_shape(K: Any, x: Any) -> Any:
    """The grid of YOLO 2, made from row and column indices."""
    sizes = K.shape(x)[1:3]
    rows, columns = K.arange(0, stop=sizes[0]), K.arange(0, stop=sizes[1])
    rows = K.tile(rows, [sizes[1]])
    columns = K.tile(K.expand_dims(columns, 0), [sizes[0], 1])
    columns = K.flatten(K.transpose(columns))
    index = K.transpose(K.stack([rows, columns]))
    return K.cast(K.reshape(index, [1, sizes[0], sizes[1], 1, 2]), "float32")


def grid_of_shape_by_numpy(x: Any) -> Any:
    index = np.stack([np.tile(np.arange(3), 4), np.repeat(np.arange(4), 3)], -1)
    return index.reshape(1, 3, 4, 1, 2)


def overlap(K: Any, a: Any, b: Any) -> Any:
    """The overlap of every pair of boxes, each given by its middle and its extent."""
    a, b = K.expand_dims(a, 2), K.expand_dims(b, 1)
    low = K.maximum(a[..., :2] - a[..., 2:4] / 2.0, b[..., :2] - b[..., 2:4] / 2.0)
    high = K.minimum(a[..., :2] + a[..., 2:4] / 2.0, b[..., :2] + b[..., 2:4] / 2.0)
    common = K.maximum(high - low, 0.0)
    common = common[..., 0] * common[..., 1]
    areas = a[..., 2] * a[..., 3] + b[..., 2] * b[..., 3]
    return common / (areas - common)


def overlap_by_numpy(a: Any, b: Any) -> Any:
    a, b = a[:, :, None], b[:, None]
    low = np.maximum(a[..., :2] - a[..., 2:] / 2, b[..., :2] - b[..., 2:] / 2)
    high = np.minimum(a[..., :2] + a[..., 2:] / 2, b[..., :2] + b[..., 2:] / 2)
    common = np.maximum(high - low, 0).prod(-1)
    return common / (a[..., 2:].prod(-1) + b[..., 2:].prod(-1) - common)


def best_overlap(K: Any, a: Any, b: Any) -> Any:
    found = overlap(K, a, b)
    ignored = K.cast(K.max(found, axis=-1) < 0.5, K.dtype(a))
    return [K.expand_dims(ignored, -1), K.cast(K.argmax(found, -1), "int32")]


def best_overlap_by_numpy(a: Any, b: Any) -> Any:
    found = overlap_by_numpy(a, b)
    return [(found.max(-1) < 0.5)[..., None], found.argmax(-1)]


def ignored_boxes(K: Any, a: Any, b: Any) -> Any:
    """The best overlaps, in a loop over the samples."""
    return K.map_fn(
        lambda pair: K.max(overlap(K, pair[0][None], pair[1][None])[0], axis=-1),
        (a, b),
        dtype="float32",
    )


def corners(K: Any, a: Any) -> Any:
    middle, extent = a[..., ::-1][..., 2:], a[..., 2:][..., ::-1]
    low, high = middle - extent / 2.0, middle + extent / 2.0
    return K.concatenate([low[..., 0:1], low[..., 1:2], high[..., 0:1], high[..., 1:2]]) * [
        4,
        5,
        4,
        5,
    ]


def corners_by_numpy(a: Any) -> Any:
    middle, extent = a[..., 1::-1], a[..., 3:1:-1]
    return np.concatenate([middle - extent / 2, middle + extent / 2], -1) * [4, 5, 4, 5]


def class_of_boxes(K: Any, x: Any) -> Any:
    x = K.reshape(x, (-1, 24, 6))
    scores = K.sigmoid(x[..., 4:5]) * K.softmax(x[..., 4:])
    return [K.argmax(scores, axis=-1), K.max(scores, axis=-1) >= 0.3]


def class_of_boxes_by_numpy(x: Any) -> Any:
    x = x.reshape(-1, 24, 6)
    e = np.exp(x[..., 4:])
    scores = sigmoid(x[..., 4:5]) * e / e.sum(-1, keepdims=True)
    return [scores.argmax(-1), scores.max(-1) >= 0.3]


def gram(K: Any, x: Any) -> Any:
    """The Gram matrix of one image, without a batch."""
    features = K.batch_flatten(K.permute_dimensions(x, (2, 0, 1)))
    return K.dot(features, K.transpose(features))


def gram_by_numpy(x: Any) -> Any:
    return np.einsum("ijc,ijd->cd", x, x)


def gram_of_batch(K: Any, x: Any) -> Any:
    rows, columns, channels = K.int_shape(x)[1:]
    flat = K.reshape(x, (-1, rows * columns, channels))
    return K.batch_dot(flat, flat, axes=[1, 1]) / float(rows * columns * channels)


def style(K: Any, x: Any) -> Any:
    cost = K.sum(K.square(gram(K, K.constant(STYLE)) - gram(K, x)))
    slope = K.gradients(cost, x)[0]
    return [cost / (4.0 * (3**2) * (20**2)), slope]


def style_by_numpy(x: Any) -> Any:
    apart = gram_by_numpy(x) - gram_by_numpy(STYLE)
    return [(apart**2).sum() / 14400, 4 * np.einsum("ijc,cd->ijd", x, apart)]


def variation(K: Any, x: Any) -> Any:
    down = K.square(x[:, :-1, :-1, :] - x[:, 1:, :-1, :])
    across = K.square(x[:, : K.int_shape(x)[1] - 1, : 5 - 1, :] - x[:, :3, 1:, :])
    return K.sum(K.pow(down + across, 1.25))


def variation_by_numpy(x: Any) -> Any:
    down, across = x[:, :-1, :-1] - x[:, 1:, :-1], x[:, :-1, :-1] - x[:, :-1, 1:]
    return ((down**2 + across**2) ** 1.25).sum()


def sampled(K: Any, mean: Any, variance: Any) -> Any:
    """A code of a variational autoencoder. The variance is so small that the noise disappears."""
    batch, size = K.shape(mean)[0], K.int_shape(mean)[1]
    noise = K.random_normal(shape=(batch, size), mean=0.0, stddev=1.0)
    return mean + K.exp(0.5 * (variance - 100)) * noise


def instance_norm(K: Any, x: Any) -> Any:
    mean, spread = K.mean(x, axis=[1, 2], keepdims=True), K.std(x, axis=[1, 2], keepdims=True)
    return (x - mean) / (spread + 1e-3) * K.reshape(K.variable([1.0, 2.0, 3.0]), (1, 1, 1, -1))


def instance_norm_by_numpy(x: Any) -> Any:
    axes = {"axis": (1, 2), "keepdims": True}
    return (x - x.mean(**axes)) / (x.std(**axes) + 1e-3) * [1, 2, 3]


def group_norm(K: Any, x: Any) -> Any:
    shape = K.shape(x)
    grouped = K.reshape(x, K.stack([shape[0], shape[1], shape[2], 2, shape[3] // 2]))
    mean = K.mean(grouped, [1, 2, 4], keepdims=True)
    variance = K.var(grouped, [1, 2, 4], keepdims=True)
    return K.reshape((grouped - mean) / K.sqrt(variance + 1e-5), shape)


def group_norm_by_numpy(x: Any) -> Any:
    g = x.reshape(*x.shape[:3], 2, -1)
    axes = {"axis": (1, 2, 4), "keepdims": True}
    return ((g - g.mean(**axes)) / np.sqrt(g.var(**axes) + 1e-5)).reshape(x.shape)


def adaptive_norm(K: Any, x: Any, style: Any) -> Any:
    axes = list(range(1, len(x.shape) - 1))
    mean, spread = K.mean(x, axes, keepdims=True), K.std(x, axes, keepdims=True) + 1e-3
    place = [-1] + [1] * len(axes) + [K.int_shape(style)[-1]]
    return (x - mean) / spread * K.reshape(style, place)


def adaptive_norm_by_numpy(x: Any, style: Any) -> Any:
    axes = {"axis": (1, 2), "keepdims": True}
    return (x - x.mean(**axes)) / (x.std(**axes) + 1e-3) * style[:, None, None]


def deviation_of_batch(K: Any, x: Any) -> Any:
    """Adds a channel with the deviation between the samples."""
    mean = K.mean(x, axis=0, keepdims=True)
    spread = K.sqrt(K.mean(K.square(x - mean), axis=0, keepdims=True) + 1e-8)
    shape = K.shape(x)
    told = K.tile(K.mean(spread, keepdims=True), (shape[0], shape[1], shape[2], 1))
    return K.concatenate([x, told], axis=-1)


def deviation_of_batch_by_numpy(x: Any) -> Any:
    told = np.sqrt(x.var(0) + 1e-8).mean()
    return np.concatenate([x, np.full((*x.shape[:3], 1), told)], -1)


def pixel_norm(K: Any, x: Any) -> Any:
    return x / K.sqrt(K.mean(x**2.0, axis=-1, keepdims=True) + 1.0e-8)


def coordinates(K: Any, x: Any) -> Any:
    """Adds two channels with the position, between -1 and 1."""
    batch, rows, columns = K.shape(x)[0], K.shape(x)[1], K.shape(x)[2]
    down = K.cast(K.arange(0, rows), "float32") / K.cast(rows - 1, "float32") * 2 - 1
    across = K.cast(K.arange(0, columns), "float32") / K.cast(columns - 1, "float32") * 2 - 1
    down = K.tile(down[None, :, None, None], [batch, 1, columns, 1])
    across = K.tile(across[None, None, :, None], [batch, rows, 1, 1])
    return K.concatenate([x, down, across], -1)


def coordinates_by_numpy(x: Any) -> Any:
    rows, columns = np.mgrid[-1:1:4j, -1:1:5j]
    places = np.stack([rows, columns], -1)[None]
    return np.concatenate([x, np.repeat(places, len(x), 0)], -1)


def expected_places(K: Any, x: Any) -> Any:
    """The position of each channel's maximum, as a weighted mean of positions."""
    rows, columns, channels = K.int_shape(x)[1:]
    shares = K.softmax(
        K.permute_dimensions(K.reshape(x, (-1, rows * columns, channels)), (0, 2, 1))
    )
    places = np.indices((rows, columns)).reshape(2, -1).T.astype("float32")
    return K.dot(shares, K.constant(places))


def expected_places_by_numpy(x: Any) -> Any:
    e = np.exp(x - x.max((1, 2), keepdims=True))
    shares = e / e.sum((1, 2), keepdims=True)
    return np.einsum("bijc,kij->bck", shares, np.indices((4, 5)))


def squash(K: Any, x: Any, axis: int = -1) -> Any:
    squares = K.sum(K.square(x), axis, keepdims=True) + K.epsilon()
    return K.sqrt(squares) / (1 + squares) * x


def squash_by_numpy(x: Any) -> Any:
    s = (x * x).sum(-1, keepdims=True) + 1e-7
    return np.sqrt(s) / (1 + s) * x


def routing(K: Any, x: Any) -> Any:
    """Three rounds between capsules of the same size."""
    logits = K.zeros_like(x[:, :, 0])
    for i in range(3):
        shares = K.softmax(logits, 1)
        outputs = squash(K, K.batch_dot(shares, x, [1, 1]))
        if i < 2:
            logits = logits + K.batch_dot(x, outputs, [2, 1])
    return outputs


def routing_by_numpy(x: Any) -> Any:
    logits = np.zeros(x.shape[:2])
    for _ in range(3):
        e = np.exp(logits)
        outputs = squash_by_numpy(np.einsum("bi,bic->bc", e / e.sum(1, keepdims=True), x))
        logits = logits + np.einsum("bic,bc->bi", x, outputs)
    return outputs


def bilinear(K: Any, x: Any) -> Any:
    """Interpolates halfway between the columns, with rows gathered from a flat array."""
    batch, rows, columns, channels = K.shape(x)[0], 4, 5, 3
    flat = K.reshape(x, (-1, channels))
    base = K.expand_dims(K.arange(0, batch) * (rows * columns), -1)
    places = K.constant(np.arange(rows)[:, None] * columns + np.arange(columns - 1), dtype="int32")
    left = base + K.reshape(places, (1, -1))
    found = 0.5 * K.gather(flat, K.flatten(left)) + 0.5 * K.gather(flat, K.flatten(left + 1))
    return K.reshape(found, (batch, rows, columns - 1, channels))


def preprocessed(K: Any, x: Any) -> Any:
    x = K.cast(x, "float32")
    if K.image_data_format() == "channels_last":
        x = x[..., ::-1]
    x -= K.constant([103.939, 116.779, 123.68])
    return x / 127.5 - 1.0


def nearest_centers(K: Any, x: Any) -> Any:
    """Soft assignments of deep clustering."""
    centers = K.variable(CENTERS)
    q = 1.0 / (1.0 + K.sum(K.square(K.expand_dims(x, axis=1) - centers), axis=2) / 1.0)
    q **= (1.0 + 1.0) / 2.0
    return K.transpose(K.transpose(q) / K.sum(q, axis=1))


def nearest_centers_by_numpy(x: Any) -> Any:
    q = 1 / (1 + ((x[:, None] - CENTERS) ** 2).sum(2))
    return q / q.sum(1, keepdims=True)


def radial(K: Any, x: Any) -> Any:
    apart = K.expand_dims(x) - K.transpose(K.constant(CENTERS))
    return K.exp(-0.5 * K.sum(apart**2, axis=1))


def spectral_norm(K: Any) -> Any:
    w, u = K.constant(STYLE[0]), K.constant(np.ones((1, 3)))
    for _ in range(30):
        v = K.l2_normalize(K.dot(u, K.transpose(w)))
        u = K.l2_normalize(K.dot(v, w))
    return w / K.dot(K.dot(v, w), K.transpose(u))


def class_activation(K: Any, x: Any) -> Any:
    """Grad-CAM: weights channels by the means of their gradients."""
    score = K.sum(K.square(x)[:, 0]) + K.sum(x[..., 0])
    slope = K.gradients(score, x)[0]
    weights = K.mean(slope, axis=(1, 2))
    return K.relu(K.sum(weights[:, None, None, :] * x, axis=-1))


def class_activation_by_numpy(x: Any) -> Any:
    slope = np.zeros(x.shape)
    slope[:, 0], slope[..., 0] = 2 * x[:, 0], slope[..., 0]
    slope[..., 0] += 1
    return np.maximum((slope.mean((1, 2))[:, None, None] * x).sum(-1), 0)


def excited(K: Any, x: Any) -> Any:
    told = K.sigmoid(K.dot(K.mean(x, axis=[1, 2]), K.constant(STYLE[0][:3] * 0.5)))
    return x * told[:, None, None, :]


IDIOMS = [
    Idiom("boxes of YOLO", decoded, (GRID,), decoded_by_numpy),
    Idiom("grid of YOLO 2", grid_of_shape, (GRID,), grid_of_shape_by_numpy, ways=EVERYWHERE),
    Idiom("overlap of boxes", overlap, (BOXES, OTHERS), overlap_by_numpy, static=(None, 5, 5)),
    Idiom(
        "best overlap", best_overlap, (BOXES, OTHERS), best_overlap_by_numpy, ("float32", "int32")
    ),
    Idiom(
        "overlap in map_fn",
        ignored_boxes,
        (BOXES, OTHERS),
        lambda a, b: overlap_by_numpy(a, b).max(-1),
    ),
    Idiom("corners of boxes", corners, (BOXES,), corners_by_numpy),
    Idiom("classes of boxes", class_of_boxes, (GRID,), class_of_boxes_by_numpy, ("int64", "bool")),
    Idiom("gram matrix", gram, (STYLE,), gram_by_numpy),
    Idiom(
        "gram matrices of a batch",
        gram_of_batch,
        (IMAGE,),
        lambda x: np.einsum("bijc,bijd->bcd", x, x) / 60,
    ),
    Idiom("cost of style and its gradient", style, (STYLE * np.float32(0.5),), style_by_numpy),
    Idiom("total variation of images", variation, (IMAGE,), variation_by_numpy),
    Idiom("sampling of a code", sampled, (CODES, CODES), lambda m, v: m),
    Idiom("instance normalization", instance_norm, (IMAGE,), instance_norm_by_numpy),
    Idiom("group normalization", group_norm, (GRID,), group_norm_by_numpy, static=(None, 3, 4, 12)),
    Idiom("adaptive normalization", adaptive_norm, (IMAGE, CODES[:2]), adaptive_norm_by_numpy),
    Idiom(
        "deviation of a batch",
        deviation_of_batch,
        (IMAGE,),
        deviation_of_batch_by_numpy,
        static=(None, 4, 5, 4),
    ),
    Idiom(
        "pixel normalization",
        pixel_norm,
        (IMAGE,),
        lambda x: x / np.sqrt((x * x).mean(-1, keepdims=True) + 1e-8),
    ),
    Idiom(
        "coordinates as channels",
        coordinates,
        (IMAGE,),
        coordinates_by_numpy,
        ways=EVERYWHERE,
        static=(None, 4, 5, 5),
    ),
    Idiom("positions of maxima", expected_places, (IMAGE,), expected_places_by_numpy),
    Idiom("squash", squash, (CAPSULES,), squash_by_numpy),
    Idiom("routing of capsules", routing, (CAPSULES,), routing_by_numpy),
    Idiom(
        "lengths of capsules",
        lambda K, x: K.sqrt(K.sum(K.square(x), -1) + K.epsilon()),
        (CAPSULES,),
        lambda x: np.sqrt((x * x).sum(-1)),
    ),
    Idiom("gather of pixels", bilinear, (IMAGE,), lambda x: (x[:, :, :-1] + x[:, :, 1:]) / 2),
    Idiom(
        "preprocessing of images",
        preprocessed,
        (BYTES,),
        lambda x: (x[..., ::-1] - np.array([103.939, 116.779, 123.68])) / 127.5 - 1,
    ),
    Idiom("soft assignments", nearest_centers, (CODES,), nearest_centers_by_numpy),
    Idiom(
        "radial functions",
        radial,
        (CODES,),
        lambda x: np.exp(-0.5 * ((x[:, None] - CENTERS) ** 2).sum(-1)),
    ),
    Idiom(
        "spectral normalization", spectral_norm, (), lambda: STYLE[0] / np.linalg.norm(STYLE[0], 2)
    ),
    Idiom("class activation", class_activation, (IMAGE,), class_activation_by_numpy),
    Idiom(
        "squeeze and excitation",
        excited,
        (IMAGE,),
        lambda x: x * sigmoid(x.mean((1, 2)) @ (STYLE[0][:3] * 0.5))[:, None, None],
    ),
    Idiom(
        "maxout",
        lambda K, x: K.max(K.reshape(x, (-1, 3, 4, 6, 2)), axis=-1),
        (GRID,),
        lambda x: x.reshape(2, 3, 4, 6, 2).max(-1),
    ),
    Idiom(
        "flips",
        lambda K, x: [
            x[:, ::-1],
            x[:, :, ::-1],
            K.reverse(x, axes=(1, 2)),
            K.permute_dimensions(x, (0, 2, 1, 3)),
        ],
        (IMAGE,),
        lambda x: [x[:, ::-1], x[:, :, ::-1], x[:, ::-1, ::-1], x.transpose(0, 2, 1, 3)],
    ),
    Idiom(
        "crops and padding",
        lambda K, x: [
            x[:, 1:-1, 1:-1, :],
            K.spatial_2d_padding(x, ((1, 0), (0, 2))),
            x[:, ::2, ::2],
        ],
        (IMAGE,),
        lambda x: [x[:, 1:-1, 1:-1], np.pad(x, ((0, 0), (1, 0), (0, 2), (0, 0))), x[:, ::2, ::2]],
    ),
    Idiom(
        "pooling of everything",
        lambda K, x: [K.mean(x, [1, 2]), K.max(x, axis=(1, 2), keepdims=True)],
        (IMAGE,),
        lambda x: [x.mean((1, 2)), x.max((1, 2), keepdims=True)],
    ),
    Idiom(
        "enlarging",
        lambda K, x: K.resize_images(x, 2, 2, "channels_last"),
        (IMAGE,),
        lambda x: x.repeat(2, 1).repeat(2, 2),
    ),
    Idiom(
        "enlarging by repeat_elements",
        lambda K, x: K.repeat_elements(K.repeat_elements(x, 2, axis=1), 3, axis=2),
        (IMAGE,),
        lambda x: x.repeat(2, 1).repeat(3, 2),
        static=(None, 8, 15, 3),
    ),
    Idiom(
        "gray images",
        lambda K, x: K.sum(x * [0.299, 0.587, 0.114], axis=-1, keepdims=True),
        (IMAGE,),
        lambda x: (x * [0.299, 0.587, 0.114]).sum(-1, keepdims=True),
    ),
]
