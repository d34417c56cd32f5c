"""Parameters of all templates; `wording/template.yaml` describes each under its name."""

from __future__ import annotations

from typing import Final

from engine.handover.template.blueprint import Parameter

ROLE: Final = Parameter("RoleArn")
IMAGE: Final = Parameter("ImageUri")
MODEL_DATA: Final = Parameter("ModelDataUrl")
MODEL_FILES: Final = Parameter("ModelFilesUri")
MODEL_PREFIX: Final = Parameter("ModelDataPrefix")
CAPTURE_URI: Final = Parameter("CaptureS3Uri")
CAPTURE_PERCENT: Final = Parameter("CapturePercent", "number")
RESERVATION: Final = Parameter("ReservationArn")
INPUT: Final = Parameter("InputS3Uri")
OUTPUT: Final = Parameter("OutputS3Uri")
CHECKPOINTS: Final = Parameter("CheckpointS3Uri")
WORKFLOW_ROLE: Final = Parameter("WorkflowRoleArn")
SCHEDULER_ROLE: Final = Parameter("SchedulerRoleArn")
QUIET_FROM: Final = Parameter("QuietFrom")
BUSY_FROM: Final = Parameter("BusyFrom")
TIME_ZONE: Final = Parameter("TimeZone")
STOP_AT: Final = Parameter("StopAt")
SUBNETS: Final = Parameter("SubnetIds", "list")
SECURITY_GROUPS: Final = Parameter("SecurityGroupIds", "list")
MACHINE_IMAGE: Final = Parameter("MachineImageId")
PROFILE: Final = Parameter("InstanceProfileArn")
TARGET_GROUP: Final = Parameter("TargetGroupArn")
RESOURCE_LABEL: Final = Parameter("ResourceLabel")
METRIC: Final = Parameter("LoadMetricName")
METRIC_SPACE: Final = Parameter("LoadMetricNamespace")
BLOCK: Final = Parameter("CapacityReservationId")
SUBNET: Final = Parameter("SubnetId")
TASK_ROLE: Final = Parameter("TaskRoleArn")
PORT: Final = Parameter("ContainerPort", "number")
EKS_CLUSTER: Final = Parameter("ClusterName")
NODE_ROLE: Final = Parameter("NodeRoleArn")
FOUNDATION_MODEL: Final = Parameter("FoundationModelArn")
DEVICE: Final = Parameter("TargetDevice")
NEO_FRAMEWORK: Final = Parameter("ModelFramework")
SHAPES: Final = Parameter("InputShapes", "document")
