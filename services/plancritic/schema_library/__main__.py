"""`python -m plancritic.schema_library`: one copy of the schema library."""

from plancritic import schema_library
from plancritic.bus import BusSettings
from plancritic.bus.main import run_service
from plancritic.schema_library.app import build_app
from plancritic.schema_library.settings import SchemaLibrarySettings

if __name__ == "__main__":
    run_service(schema_library, lambda: build_app(SchemaLibrarySettings(), BusSettings()))
