// How much longer a package takes to generate with its validators.

import { fileURLToPath } from 'node:url'
import { emitValidate } from '../../../../generator/modules/emit/validate/validate.js'
import { readModel } from '../../../../generator/modules/pipeline/read-model.js'
import { packageView } from '../../../../generator/modules/view/package-view.js'

const repository = fileURLToPath(new URL('../../../../', import.meta.url))

console.log('\nmilliseconds that validators add to generating: first time, and quickest of 20\n')
for (const spec of ['spec/routing/openapi.yaml', 'spec/node-rpc/openrpc.yaml']) {
  const { model } = await readModel(spec, repository)
  const identity = { name: '@bench/package', version: '0', runtime: '*', document: spec }
  const view = packageView(model, identity)
  const times = Array.from({ length: 20 }, () => {
    const start = performance.now()
    emitValidate(view)
    return performance.now() - start
  })
  const [first, best] = [times[0], Math.min(...times)].map((each) => each.toFixed(1).padStart(8))
  console.log(`${spec.padEnd(30)}${first}${best}`)
}
