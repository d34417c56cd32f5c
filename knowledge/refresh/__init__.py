"""Makes the instance catalogue, and brings it up to date from AWS's own APIs.

`build` makes the one that comes with the package: the tables of `packaged`, completed by what moto `recorded` of the EC2 API, `collected`
into rows and put together by `merge`.

`refresh` makes one for this machine: it asks AWS (`price_list`, its `offers`, by `download`; `ec2_api`), puts the answers into the tables
(`renewed`, `spot`), refuses `changes` that are not believable, and swaps the old catalogue for the new one (`replace`).

Both make their rows with `specifications`, `accelerators`, `prices`, `names` and `enumerations`.
"""
