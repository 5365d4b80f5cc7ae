export * from '@tagwire/node-rpc'
