export * from '@tagwire/node-rpc/1.0/decode'
