"""The written form of the contracts, made from the table of subjects."""

from plancritic.contracts.documents.asyncapi import asyncapi_document
from plancritic.contracts.documents.written import documents, stale_documents, write_documents

__all__ = ["asyncapi_document", "documents", "stale_documents", "write_documents"]
