"""What AWS gives of resources that run: a row of Compute Optimizer's export, an entry of its API, queries to CloudWatch."""

from __future__ import annotations

from typing import Any

ARN = "arn:aws:ec2:eu-west-1:123456789012:instance/i-0abc"
EXPORT = {
    "accountId": "123456789012",
    "instanceArn": ARN,
    "instanceName": "web",
    "currentInstanceType": "m5.4xlarge",
    "finding": "OVER_PROVISIONED",
    "findingReasonCodes_isCPUOverprovisioned": "true",
    "findingReasonCodes_isMemoryOverprovisioned": "false",
    "lookbackPeriodInDays": "14.0",
    "utilizationMetrics_CPU_MAXIMUM": "30.0",
    "utilizationMetrics_MEMORY_MAXIMUM": "20.0",
    "recommendationOptions_1_instanceType": "m5.2xlarge",
    "recommendationOptions_1_performanceRisk": "1.0",
    "recommendationOptions_1_estimatedMonthlySavings_value": "280.32",
    "recommendationOptions_1_estimatedMonthlySavings_currency": "USD",
    "recommendations_count": "1",
    "errorCode": "",
    "errorMessage": "",
}
ENTRY: dict[str, Any] = {
    "instanceArn": ARN,
    "currentInstanceType": "m5.4xlarge",
    "finding": "OVER_PROVISIONED",
    "findingReasonCodes": ["CPUOverprovisioned"],
    "utilizationMetrics": [
        {"name": "CPU", "statistic": "MAXIMUM", "value": 30.0},
        {"name": "MEMORY", "statistic": "MAXIMUM", "value": 20.0},
        {"name": "NETWORK_IN_BYTES_PER_SECOND", "statistic": "MAXIMUM", "value": 1e6},
    ],
    "lookBackPeriodInDays": 14.0,
    "recommendationOptions": [
        {
            "instanceType": "m5.2xlarge",
            "performanceRisk": 1.0,
            "savingsOpportunity": {"estimatedMonthlySavings": {"currency": "USD", "value": 280.32}},
        }
    ],
}
ENDPOINT = (("EndpointName", "shop"), ("VariantName", "AllTraffic"))
SPACE = "/aws/sagemaker/Endpoints"
ASKED = (
    (SPACE, "CPUUtilization", "Maximum", 160.0),
    (SPACE, "MemoryUtilization", "Maximum", 15.0),
    ("AWS/SageMaker", "Invocations", "Sum", 3600.0),
    ("AWS/SageMaker", "ModelLatency", "Average", 20_000.0),
)
"""Namespace, metric, statistic and the figure of every hour, for an endpoint on ml.m5.2xlarge: 8 vCPUs, so 20 % of them."""


def query(number: int, namespace: str, metric: str, stat: str) -> dict[str, Any]:
    """Ask for a metric of the endpoint, an hour a period."""
    dimensions = [{"Name": name, "Value": value} for name, value in ENDPOINT]
    asked = {"Namespace": namespace, "MetricName": metric, "Dimensions": dimensions}
    return {"Id": f"m{number}", "MetricStat": {"Metric": asked, "Period": 3600, "Stat": stat}}
