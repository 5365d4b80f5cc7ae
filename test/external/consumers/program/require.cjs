// What a program in CommonJS does, in every Node that can require() a module.
const { isOperation } = require('@tagwire/routing')
const { isPublicKey } = require('@tagwire/node-rpc')

for (const guard of [isOperation, isPublicKey]) {
  if (guard({}) !== false) throw new Error('A guard said yes to nothing.')
}
