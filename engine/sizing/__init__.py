"""Sizing of models and data on hardware.

`memory` (weights, KV cache, activations, training states), `speed` (rooflines, serving and training), `startup` (times until a model
answers), `huggingface` (shapes from published configurations), and `estimator`, which answers `sizewise estimate` from all of them.
"""
