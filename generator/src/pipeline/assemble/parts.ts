import { emitDecode } from '../../emit/decode/decode.js'
import type { Emitter } from '../../emit/emitter-api/emitter.js'
import type { EmitterModule } from '../../emit/emitter-api/emitter-files.js'
import { builtIn } from '../../emit/emitter-api/run-emitter.js'
import { emitHttpClient } from '../../emit/http/client.js'
import { emitOpenapiFetchClient } from '../../emit/http/openapi-fetch-client.js'
import { emitHttpOperations } from '../../emit/http/operations.js'
import { emitRequestsFrom } from '../../emit/http/request-from.js'
import { emitRequestRules } from '../../emit/http/request-rules.js'
import type { Memory } from '../../emit/memory.js'
import { mockEmitter } from '../../emit/mock/mock.js'
import { requestFactsEmitter } from '../../emit/request-facts-table.js'
import { emitRpcClient } from '../../emit/rpc/client.js'
import { emitHistory } from '../../emit/rpc/history.js'
import { emitRpcMethods } from '../../emit/rpc/methods.js'
import { emitEnums } from '../../emit/types/enums.js'
import { emitInputs } from '../../emit/types/inputs.js'
import { emitTypes } from '../../emit/types/types.js'
import { emitWebhooks } from '../../emit/types/webhooks.js'
import { emitUnions } from '../../emit/unions/unions.js'
import { emitRequestChecks } from '../../emit/validate/request-checks.js'
import { emitValidate } from '../../emit/validate/validate.js'
import type { Part } from '../../model/package-parts.js'
import { bundlePaths } from '../../normalize/bundle-paths.js'
import type { Document } from '../../source/document.js'
import type { PackageView } from '../../view/package-view.js'

/** What else than the view a part may be emitted from. */
export interface PartContext {
  readonly document: Document
  readonly memory: Memory | undefined
}

type Emitted = EmitterModule | undefined | readonly EmitterModule[]

/** A module of a package, or several that belong together. */
export interface PackagePart {
  readonly name: string
  /**
   * - `data`: declarations of the document, which the index exports
   * - `client`: exported by the index, except what the document defines under the same name
   * - `entry`: an entry of its own
   */
  readonly kind: 'data' | 'client' | 'entry'
  /** The parts of the configuration that it needs: without one of them, it is left out. */
  readonly needs: readonly Part[]
  /** Whether the index exports it and it is an entry too. */
  readonly isEntry?: true
  readonly emit: (view: PackageView, context: PartContext) => Emitted | Promise<Emitted>
}

function data(name: string, emit: PackagePart['emit']): PackagePart {
  return { name, kind: 'data', needs: [], emit }
}

function client(name: string, emit: PackagePart['emit']): PackagePart {
  return { name, kind: 'client', needs: ['client'], emit }
}

function entry(name: string, needs: readonly Part[], emit: PackagePart['emit']): PackagePart {
  return { name, kind: 'entry', needs, emit }
}

/** An emitter that is written against `tagwire/emitter`. */
function ofEmitter(emitter: Emitter, needs: readonly Part[]): PackagePart {
  return entry(emitter.name, needs, (view) => builtIn(emitter, view))
}

const HTTP_CLIENT: readonly PackagePart[] = [
  { ...client('operations', emitHttpOperations), isEntry: true },
  client('rules', emitRequestRules),
  client('requests', emitRequestsFrom),
  client('client', emitHttpClient),
]

const RPC_CLIENT: readonly PackagePart[] = [
  { ...client('methods', emitRpcMethods), isEntry: true },
  client('client', emitRpcClient),
  { ...client('history', emitHistory), isEntry: true },
]

/** Only emitted if another module imports it. */
export const requestFactsPart: PackagePart = ofEmitter(requestFactsEmitter, ['client'])

/** The built-in parts in the order of the exports; the module printer has an order of its own. */
export function builtInParts({ model, parts }: PackageView): PackagePart[] {
  const all = [
    data('types', emitTypes),
    data('unions', emitUnions),
    data('enums', emitEnums),
    data('inputs', emitInputs),
    data('webhooks', emitWebhooks),
    entry('schema', ['schema'], emitSchemaModule),
    entry('request-checks', ['validate', 'client', 'mock'], emitRequestChecks),
    entry('validate', ['validate'], emitValidate),
    entry('decode', ['decode'], emitDecode),
    entry('http', ['client', 'schema'], emitOpenapiFetchClient),
    ...(model.document.language === 'openapi' ? HTTP_CLIENT : RPC_CLIENT),
    ofEmitter(mockEmitter, ['mock', 'client']),
  ]
  return all.filter(({ needs }) => needs.every((part) => parts.has(part)))
}

/** openapi-typescript is only imported when it is needed. */
async function emitSchemaModule(
  view: PackageView,
  { document, memory }: PartContext,
): Promise<EmitterModule> {
  const { emitSchema, schemaText } = await import('../../emit/http/schema.js')
  const names = { declarations: view.model.declarations, inputTypeNames: view.inputTypeNames }
  return emitSchema(view, bundlePaths(document, names, schemaText), memory)
}
