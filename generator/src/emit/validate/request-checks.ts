import type { PackageView } from '../../view/package-view.js'
import { SHARED_INPUTS, sharedInputs } from '../../view/validate/shared-inputs.js'
import type { EmitterModule } from '../emitter-api/emitter-files.js'
import { moduleOf, moduleScope } from '../module-scope.js'
import { checkText } from './check-text.js'

/** The checks of parameters that validators of requests have in common with mocks and servers. */
export function emitRequestChecks(view: PackageView): EmitterModule | undefined {
  const { constants, names } = sharedInputs(view)
  if (constants.length === 0) return undefined
  const module = moduleScope(view, SHARED_INPUTS)
  const exported = new Set(names)
  const statements = constants.map((each) =>
    checkText(each, module.imports, { isExported: exported.has(each.name) }),
  )
  return { ...moduleOf(`src/${SHARED_INPUTS}.ts`, module, statements), internal: true }
}
