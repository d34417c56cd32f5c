"""Makes the instance catalogue, and brings it up to date from AWS's own APIs.

`build` makes the one that comes with the package: `build_inputs` and `collected_specifications`, completed by answers of the EC2 API
that moto ships (`moto_answers`), become rows in `catalog_rows`.

`refresh` makes one for this machine: it asks AWS (`price_list`, its `offers`, by `download`; `ec2_api`), puts the answers into the tables
(`table_updates`, `spot`), refuses implausible `changes`, and replaces the old catalogue (`catalog_swap`).

Both make their rows with `specifications`, `accelerators`, `prices`, `type_names` and `enumerations`.
"""
