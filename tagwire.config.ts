import { defineConfig } from 'tagwire'

/** Everything that tagwire itself writes, and guides for agents. The site makes the pages: `docs/site`. */
const emit = ['client', 'schema', 'validate', 'decode', 'mock', '@tagwire/emit-docs'] as const

export default defineConfig({
  packages: {
    routing: {
      spec: 'spec/routing/openapi.yaml',
      out: 'packages/routing',
      name: '@tagwire/routing',
      world: '@tagwire/routing-sandbox',
      license: 'MIT',
      // The sandbox is such a server.
      emit: [...emit, './packages/emit-server/dist/index.js'],
    },
    'node-rpc': {
      spec: 'spec/node-rpc/openrpc.yaml',
      out: 'packages/node-rpc',
      name: '@tagwire/node-rpc',
      license: 'MIT',
      emit,
    },
    'node-rpc-0.37': {
      spec: 'spec/node-rpc/openrpc.yaml',
      overlay: 'spec/node-rpc/v0.37',
      out: 'packages/node-rpc-0.37',
      name: '@tagwire/node-rpc-0.37',
      license: 'MIT',
      emit,
    },
    'node-rpc-1.0': {
      spec: 'spec/node-rpc/openrpc.yaml',
      overlay: 'spec/node-rpc/v1.0',
      out: 'packages/node-rpc-1.0',
      name: '@tagwire/node-rpc-1.0',
      license: 'MIT',
      emit,
    },
  },
})
