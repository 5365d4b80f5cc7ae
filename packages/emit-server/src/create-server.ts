import type { Statement } from 'tagwire/emitter'
import { asksWho, FACTS, runtimeType, SERVER, type ServerModule } from './module.js'
import { securityType } from './security.js'

/** `export function createServer(options: ServerOptions): Server` */
export function createFunction(at: ServerModule): Statement[] {
  const { structures, module, model, own } = at
  const { docs, inCode } = structures
  const asking = model.operations.map(asksWho)
  const isIdentified = asking.some((each) => each !== 'never')
  const isRequired = asking.includes('always')
  const generic = isIdentified ? '<Identity>' : ''
  const security = structures.property({
    name: 'security',
    type: isIdentified ? `${securityType(at)}${isRequired ? '' : ' | undefined'}` : 'undefined',
    hasQuestionToken: !isRequired,
    isReadonly: true,
    docs: docs(
      'Who calls. Write it before `operations`, so that these know the type of `identity`.',
    ),
  })
  const operations = structures.property({
    name: 'operations',
    type: `${own.operations}${generic}`,
    isReadonly: true,
    docs: docs('A handler for each operation.'),
  })
  return [
    structures.exportedInterface({
      name: own.options,
      docs: docs('The handlers of a server, and its settings.'),
      ...(isIdentified ? { typeParameters: ['Identity = unknown'] } : {}),
      extends: [runtimeType(at, 'ServerSettings')],
      properties: [...(isIdentified ? [security] : []), operations],
    }),
    structures.exportedFunction({
      name: own.create,
      docs: docs(
        `Creates a server for \`${inCode(model.title)}\`: requests are parsed and checked, handlers respond.`,
      ),
      ...(isIdentified ? { typeParameters: ['Identity = unknown'] } : {}),
      parameters: [{ name: 'options', type: `${own.options}${generic}` }],
      returnType: runtimeType(at, 'Server'),
      statements: [`return ${module.imports.value('serverOf', SERVER)}(${FACTS}, options)`],
    }),
  ]
}
