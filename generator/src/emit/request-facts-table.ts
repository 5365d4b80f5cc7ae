import { defineEmitter, type Emitter } from './emitter-api/emitter.js'
import { MOCK, SERVER } from './runtime-entries.js'

/** How the requests of each operation are read and checked. The mock and servers import it, so that both refuse the same. */
export const requestFactsEmitter: Emitter = defineEmitter({
  name: 'request-facts',
  needs: ['client'],
  emit: ({ model, names, structures }) => {
    if (!names.requestFacts) return []
    const { constantText, docs, memberText, objectText } = structures
    const module = structures.module('request-facts')
    const rows = model.operations.flatMap((operation) => {
      const members = module.requestFacts(operation)
      return members.length === 0 ? [] : [memberText(operation.name, objectText(members))]
    })
    const table = constantText({
      name: names.requestFacts.name,
      docs: docs('How the requests of each operation are read and checked, by mocks and servers.'),
      type: module.imports.type('RequestTable', names.parts.includes('mock') ? MOCK : SERVER),
      value: objectText(rows),
      isExported: true,
    })
    return [module.internalFile([table])]
  },
})
