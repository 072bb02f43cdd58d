"""Networks for images."""

from __future__ import annotations

import importlib
from collections.abc import Callable
from functools import partial
from typing import Any

from client import CLASSES, Client, classified, classifier, numbers
from library import L, keras

SIZE = 64
IMAGES = numbers(SIZE, SIZE, 3)
SMALL = numbers(8, 8, 4)
MASKS = (numbers(SIZE, SIZE, 1, seed=2) > 0.5).astype("float32")


def application(module: str, name: str, *sizes: Any, **options: Any) -> Any:
    """A network of the package, as small as the package allows."""
    networks = importlib.import_module(f"keras_applications.{module}")
    of_keras = {each: getattr(keras, each) for each in ("backend", "layers", "models", "utils")}
    return getattr(networks, name)(
        *sizes, weights=None, input_shape=(SIZE, SIZE, 3), classes=CLASSES, **options, **of_keras
    )


def residual_18() -> Any:
    from keras_resnet.models import ResNet2D18

    image = L.Input((SIZE, SIZE, 3))
    made = ResNet2D18(image, include_top=False, freeze_bn=False)
    return classified(image, L.GlobalAveragePooling2D()(made.outputs[-1]))


def squeeze_and_excitation() -> Any:
    from classification_models.keras import Classifiers

    make, _ = Classifiers.get("seresnet18")
    made = make(input_shape=(SIZE, SIZE, 3), weights=None, include_top=False)
    return classified(made.input, L.GlobalAveragePooling2D()(made.output))


def efficient() -> Any:
    import efficientnet.keras as efficientnet

    # Without dropout: each backend draws other random numbers for it.
    made = efficientnet.EfficientNetB0(
        input_shape=(SIZE, SIZE, 3), weights=None, include_top=False, drop_connect_rate=0.0
    )
    return classified(made.input, L.GlobalAveragePooling2D()(made.output))


def segmentation(name: str) -> Any:
    import os

    os.environ["SM_FRAMEWORK"] = "keras"
    import segmentation_models

    made = getattr(segmentation_models, name)(
        "resnet18",
        input_shape=(SIZE, SIZE, 3),
        classes=1,
        activation="sigmoid",
        encoder_weights=None,
    )
    made.compile(gently(DEEP), segmentation_models.losses.bce_jaccard_loss)
    return made


def mobile() -> Any:
    from mobilenetv3.mobilenet_v3_small import MobileNetV3_Small

    return MobileNetV3_Small((SIZE, SIZE, 3), CLASSES).build()


def wide() -> Any:
    from keras_wrn import build_model

    return build_model((SIZE, SIZE, 3), CLASSES, 10, 2)


def octave() -> Any:
    from keras_octave_conv import OctaveConv2D, octave_dual

    image = L.Input((8, 8, 4))
    high, low = OctaveConv2D(4, 3)(image)
    high, low = octave_dual([high, low], lambda: L.MaxPooling2D())
    return classified(image, L.Flatten()(OctaveConv2D(4, 3, ratio_out=0.0)([high, low])))


def coordinates() -> Any:
    from Keras_CoordConv.coord import CoordinateChannel2D

    return classifier(CoordinateChannel2D(use_radius=True, input_shape=(8, 8, 4)), L.Conv2D(4, 3))


def faces() -> Any:
    from keras_vggface.vggface import VGGFace

    made = VGGFace(model="vgg16", weights=None, include_top=False, input_shape=(SIZE, SIZE, 3))
    return classified(made.input, L.GlobalAveragePooling2D()(made.output))


def channels(kind: str) -> Any:
    import linked_neurons

    layer = getattr(linked_neurons, kind)()
    return classifier(L.Conv2D(4, 3, input_shape=(8, 8, 4)), layer)


def complex_numbers() -> Any:
    from complexnn import ComplexConv2D, ComplexDense

    return classifier(
        ComplexConv2D(4, 3, activation="relu", input_shape=(8, 8, 4)),
        L.Flatten(),
        ComplexDense(4),
    )


# Deep networks with batch normalization amplify rounding errors. With small steps, losses stay close.
DEEP, VERY_DEEP = 1e-4, 1e-6


def gently(rate: float) -> Any:
    return keras.optimizers.SGD(rate)


def images(package: str, make: Callable[[], Any], rate: float = DEEP) -> Client:
    return Client(package, make, IMAGES, optimizer=lambda: gently(rate))


CLIENTS = {
    "densenet": images(
        "keras-applications",
        lambda: application("densenet", "DenseNet", [2, 2, 2, 2]),
        VERY_DEEP,
    ),
    "nasnet": images(
        "keras-applications",
        lambda: application(
            "nasnet", "NASNet", penultimate_filters=96, num_blocks=1, stem_block_filters=4
        ),
    ),
    "vgg": images("keras-applications", lambda: application("vgg16", "VGG16")),
    "resnet 18": images("keras-resnet", residual_18, VERY_DEEP),
    "squeeze and excitation": images("image-classifiers", squeeze_and_excitation),
    "efficientnet": images("efficientnet", efficient),
    **{
        f"segmentation, {name}": Client(
            "segmentation-models", partial(segmentation, name), IMAGES, MASKS, None
        )
        for name in ("Unet", "Linknet", "FPN")
    },
    "mobilenet v3": images("mobilenet-v3", mobile),
    "wide residual": images("keras-wrn", wide),
    "octave convolution": Client("keras-octave-conv", octave, SMALL),
    "coordinates": Client("keras-coordconv", coordinates, SMALL),
    "faces": images("keras-vggface", faces),
    **{
        f"linked, {kind}": Client("linked-neurons", partial(channels, kind), SMALL)
        for kind in ("LKReLU", "LKPReLU", "LKSELU", "LKSwish")
    },
    "complex numbers": Client("keras-complex", complex_numbers, SMALL),
}
