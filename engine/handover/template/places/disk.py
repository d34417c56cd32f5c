"""How large a disk a run needs: its data, its model, and what it writes beside them."""

from __future__ import annotations

import math

from engine.handover.template.subject import Subject


def volume(subject: Subject) -> int:
    """GB of disk of each machine; where it has disks of its own, no more than they hold."""
    data = subject.number("dataset_gb") * subject.threshold("volume_per_data")
    weights = subject.advice.needs.memory_gb.weights * subject.threshold("volume_per_weights")
    most = subject.instance.local_storage_gb or subject.threshold("volume_gb_most")
    return math.ceil(min(subject.threshold("volume_gb_least") + data + weights, most))
