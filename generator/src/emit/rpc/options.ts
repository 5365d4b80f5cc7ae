import type { ClientNames } from '../../view/client-names.js'
import type { PackageView } from '../../view/package-view.js'
import { isEthereum, takesUris } from '../../view/rpc/transports.js'
import { MIDDLEWARE } from '../middleware.js'
import type { ModuleScope } from '../module-scope.js'
import { CORE, dialectModule, RPC } from '../runtime-entries.js'
import { docs, inCode } from '../typescript/doc.js'
import {
  exportedInterface,
  option,
  type Property,
  property,
  type Statement,
} from '../typescript/structures.js'

/** `T extends Transport = Transport` */
export function transportParameter({ imports }: ModuleScope): string {
  const transport = imports.type('Transport', RPC)
  return `T extends ${transport} = ${transport}`
}

/** `NodeRpcClientOptions` */
export function optionsInterface(
  view: PackageView,
  scope: ModuleScope,
  names: ClientNames,
  hasEvents: boolean,
): Statement {
  const validators = view.parts.has('validate')
    ? ': `responseValidators` of the entry `validate`'
    : ', with a validator for each method'
  return exportedInterface({
    name: names.options,
    docs: docs(`The options of {@link ${names.create}}.`),
    typeParameters: [transportParameter(scope)],
    properties: [
      property({
        name: 'transport',
        type: 'T',
        docs: docs(
          `How calls reach the server: \`http(url)\`,${takesUris(view.model) ? ' `uri(url)`,' : ''} \`webSocket(url)\`,${isEthereum(view.model) ? ' `eip1193(provider)`,' : ''} \`fallback([…])\`.`,
        ),
        isReadonly: true,
      }),
      option(
        'validate',
        scope.imports.type('Validate', CORE),
        docs(
          `Validates results${hasEvents ? ' and events' : ''} against the document${validators}.`,
        ),
      ),
      option(
        'middleware',
        `readonly ${MIDDLEWARE.type}[]`,
        docs(
          'Sees and may change calls and, over HTTP, their attempts; the first is the outermost.',
        ),
      ),
      ...(dialectModule(view.model) ? [CHAIN_OPTION, releaseOption(view.model.version)] : []),
    ],
  })
}

const CHAIN_OPTION = option(
  'chainId',
  'string',
  docs('Pins the chain: nodes of other chains are not used.'),
)

function releaseOption(version: string): Property {
  const text = [
    `Checks the node's release at the first call and before events, and rejects a node if it is not ${inCode(version)}`,
    'or a later one with the same types. By default, a warning is printed once if a response of `status` shows',
    'another release; `false` disables it.',
  ].join(' ')
  return option('checkRelease', 'boolean', docs(text))
}
