export * from '@tagwire/node-rpc/0.37'
