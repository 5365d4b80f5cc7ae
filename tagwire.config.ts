import { defineConfig } from 'tagwire'

export default defineConfig({
  packages: {
    routing: {
      spec: 'spec/routing/openapi.yaml',
      out: 'packages/routing',
      name: '@tagwire/routing',
      world: '@tagwire/routing-sandbox',
      license: 'MIT',
    },
    'node-rpc': {
      spec: 'spec/node-rpc/openrpc.yaml',
      out: 'packages/node-rpc',
      name: '@tagwire/node-rpc',
      license: 'MIT',
    },
  },
})
