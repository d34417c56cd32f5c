"""What a model takes of device and host memory, to answer and to learn."""
