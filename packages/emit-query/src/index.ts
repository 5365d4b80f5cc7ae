import { defineEmitter, type Emitter, type EmitterContext, type EmitterFile } from 'tagwire/emitter'
import { keyFunctions } from './keys.js'
import { type QueryModule, queryNames } from './module.js'
import { mutation, query, streamQuery, waitingQuery } from './options.js'
import { infiniteQuery } from './pages.js'
import { helperTypes } from './types.js'

/**
 * Adds `./query` to a generated package: options for TanStack Query, for every framework that has an adapter.
 */
const emitter: Emitter = defineEmitter({
  name: 'query',
  needs: ['client'],
  peers: { '@tanstack/query-core': '^5.86.0' },
  emit: (context) => [queryFile(context)],
})

export default emitter

function queryFile(context: EmitterContext): EmitterFile {
  const { model, structures } = context
  const names = queryNames(context)
  const at: QueryModule = {
    ...context,
    own: names,
    module: structures.module('query', Object.values(names)),
  }
  const functions = model.operations.flatMap((operation) =>
    [query, mutation, infiniteQuery, streamQuery, waitingQuery].flatMap((make) =>
      make(at, operation),
    ),
  )
  return at.module.file([...helperTypes(at), ...keyFunctions(at), ...functions])
}
