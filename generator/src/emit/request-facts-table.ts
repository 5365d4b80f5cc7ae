import { defineEmitter, type Emitter } from './emitter-api/emitter.js'
import { hasRequestFacts } from './emitter-api/request-facts.js'
import { MOCK, SERVER } from './runtime-entries.js'

/** How the requests of each operation are read and checked. The mock and servers import it, so that both refuse the same. */
export const requestFactsEmitter: Emitter = defineEmitter({
  name: 'request-facts',
  needs: ['client'],
  emit: ({ model, names, structures }) => {
    if (!names.requestFacts) return []
    const { constantText, docs, memberText, objectText, stringLiteral, unionOf } = structures
    const module = structures.module('request-facts')
    const described = model.operations.filter(hasRequestFacts)
    const rows = described.map((each) =>
      memberText(each.name, objectText(module.requestFacts(each))),
    )
    const from = names.parts.includes('mock') ? MOCK : SERVER
    const keys = unionOf(described.map(({ name }) => stringLiteral(name)))
    const table = constantText({
      name: names.requestFacts.name,
      docs: docs('How the requests of each operation are read and checked, by mocks and servers.'),
      type:
        model.document.language === 'openapi'
          ? module.imports.type('RequestTable', from)
          : `Readonly<Record<${keys}, ${module.imports.type('RpcCallFacts', from)}>>`,
      value: objectText(rows),
      isExported: true,
    })
    return [module.internalFile([table])]
  },
})
