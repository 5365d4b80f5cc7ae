import type { Emitter } from 'tagwire/emitter'
import { defineEmitter } from 'tagwire/emitter'
import { httpHandlers } from './http.js'
import { rpcHandlers } from './rpc.js'

/**
 * Adds `./msw` to a generated package: handlers for Mock Service Worker, which respond with the examples and
 * sample data of the mock.
 */
const emitter: Emitter = defineEmitter({
  name: 'msw',
  needs: ['client', 'mock'],
  peers: { msw: '^2.10.0 || ^3.0.0' },
  emit: (context) => {
    const isHttp = context.model.document.language === 'openapi'
    return [isHttp ? httpHandlers(context) : rpcHandlers(context)]
  },
})

export default emitter
