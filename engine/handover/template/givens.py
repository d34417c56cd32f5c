"""What only the person knows; the wording describes each under its name."""

from __future__ import annotations

from typing import Final

from engine.handover.template.nodes import Given

ROLE: Final = Given("RoleArn")
IMAGE: Final = Given("ImageUri")
MODEL_DATA: Final = Given("ModelDataUrl")
MODEL_FILES: Final = Given("ModelFilesUri")
MODEL_PREFIX: Final = Given("ModelDataPrefix")
CAPTURE_URI: Final = Given("CaptureS3Uri")
CAPTURE_PERCENT: Final = Given("CapturePercent", "number")
RESERVATION: Final = Given("ReservationArn")
INPUT: Final = Given("InputS3Uri")
OUTPUT: Final = Given("OutputS3Uri")
CHECKPOINTS: Final = Given("CheckpointS3Uri")
WORKFLOW_ROLE: Final = Given("WorkflowRoleArn")
SCHEDULER_ROLE: Final = Given("SchedulerRoleArn")
QUIET_FROM: Final = Given("QuietFrom")
BUSY_FROM: Final = Given("BusyFrom")
TIME_ZONE: Final = Given("TimeZone")
STOP_AT: Final = Given("StopAt")
SUBNETS: Final = Given("SubnetIds", "list")
SECURITY_GROUPS: Final = Given("SecurityGroupIds", "list")
MACHINE_IMAGE: Final = Given("MachineImageId")
PROFILE: Final = Given("InstanceProfileArn")
TARGET_GROUP: Final = Given("TargetGroupArn")
RESOURCE_LABEL: Final = Given("ResourceLabel")
METRIC: Final = Given("LoadMetricName")
METRIC_SPACE: Final = Given("LoadMetricNamespace")
BLOCK: Final = Given("CapacityReservationId")
SUBNET: Final = Given("SubnetId")
TASK_ROLE: Final = Given("TaskRoleArn")
PORT: Final = Given("ContainerPort", "number")
EKS_CLUSTER: Final = Given("ClusterName")
NODE_ROLE: Final = Given("NodeRoleArn")
FOUNDATION_MODEL: Final = Given("FoundationModelArn")
DEVICE: Final = Given("TargetDevice")
NEO_FRAMEWORK: Final = Given("ModelFramework")
SHAPES: Final = Given("InputShapes", "document")
