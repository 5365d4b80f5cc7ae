import { defineEmitter, type Emitter } from 'tagwire/emitter'
import { createFunction } from './create-server.js'
import { serverModule } from './module.js'
import { operationsInterface } from './operations.js'
import { rpcServer } from './rpc.js'
import { securityInterface } from './security.js'
import { describedConstant } from './server-facts.js'

/** Adds `./server` to a generated package: `createServer`, which takes a handler for each operation. */
const emitter: Emitter = defineEmitter({
  name: 'server',
  needs: ['client', 'validate'],
  emit: (context) => {
    const at = serverModule(context)
    if (context.model.document.language !== 'openapi') return [rpcServer(at)]
    const statements = [
      describedConstant(at),
      operationsInterface(at),
      ...securityInterface(at),
      ...createFunction(at),
    ]
    return [at.module.file(statements)]
  },
})

export default emitter
