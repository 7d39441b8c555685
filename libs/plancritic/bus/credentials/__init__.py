"""Accounts, users, keys and certificates of a broker; `plancritic credentials` writes them."""

from plancritic.bus.credentials.accounts import AccountLimits, accounts_configuration
from plancritic.bus.credentials.files import CredentialFiles, Written, issue, user_settings

__all__ = ["AccountLimits", "CredentialFiles", "Written", "accounts_configuration", "issue", "user_settings"]
