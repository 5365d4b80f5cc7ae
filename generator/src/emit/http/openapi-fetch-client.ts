import { clientNames, httpClientName } from '../../view/client-names.js'
import type { PackageView } from '../../view/package-view.js'
import { moduleOf, moduleScope } from '../module-scope.js'
import { docs, inCode } from '../typescript/doc.js'
import { type EmittedModule, exportedFunction } from '../typescript/structures.js'

/**
 * `./http`: an openapi-fetch client for the same server, with the types of `./schema`. It is an entry of its own, so
 * that openapi-fetch only has to be installed by those who use it.
 */
export function emitOpenapiFetchClient(view: PackageView): EmittedModule | undefined {
  if (!view.parts.has('schema') || !view.parts.has('client')) return undefined
  const names = clientNames(view.clientName)
  const create = httpClientName(view.clientName)
  const scope = moduleScope(view, 'http', [create])
  const { imports } = scope
  const make = imports.standard('createClient', 'openapi-fetch')
  const paths = imports.type('paths', './schema.js')
  const connect = imports.value(names.connect, './client.js')
  return moduleOf('src/http.ts', scope, [
    exportedFunction({
      name: create,
      docs: docs(
        `Creates a plain openapi-fetch client for \`${inCode(view.model.title)}\`: with the server, credentials, headers and \`fetch\` of the options, and the types of \`./schema\`. openapi-fetch has to be installed.`,
      ),
      parameters: [
        { name: 'options', type: imports.type(names.options, './client.js'), initializer: '{}' },
      ],
      returnType: `${imports.type('Client', 'openapi-fetch')}<${paths}>`,
      statements: [`return ${make}<${paths}>(${connect}(options).settings)`],
    }),
  ])
}
