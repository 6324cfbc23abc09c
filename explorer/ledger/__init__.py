"""The ledger: eager operations beside the kernels that they became, with times, traffic and what lies between."""
