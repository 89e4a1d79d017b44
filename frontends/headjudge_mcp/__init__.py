"""The MCP door: tools, resources and a prompt for outside agents, over streamable HTTP at /mcp and over standard input and output."""
