import { readFileSync } from 'node:fs'
import {
  defineEmitter,
  type Emitter,
  type EmitterContext,
  type EmitterFile,
  type ModuleBuilder,
} from 'tagwire/emitter'
import { serviceFile } from './module.js'
import { createInputs } from './shapes.js'
import { toolsOf } from './tools.js'

/** Generated modules import a part of this package itself. */
const { name, version }: { name: string; version: string } = JSON.parse(
  readFileSync(new URL('../package.json', import.meta.url), 'utf8'),
)

/** Adds `./mcp` to a generated package: a Model Context Protocol server of its operations. */
const emitter: Emitter = defineEmitter({
  name: 'mcp',
  needs: ['client', 'validate'],
  peers: { [name]: `^${version}` },
  emit: (context) => {
    const module = context.structures.module('mcp-tools', ['tools', 'types'])
    const lists = { tools: module.exported('tools'), types: module.exported('types') }
    return [toolsFile(context, module), serviceFile(context, lists)]
  },
})

export default emitter

/** The inputs of the tools, as data. */
function toolsFile({ model, ...context }: EmitterContext, module: ModuleBuilder): EmitterFile {
  const { structures } = context
  const inputs = createInputs(model, structures.dataOf)
  const tools = toolsOf({ ...context, model }, inputs)
  const server = `${name}/service`
  return module.internalFile([
    structures.exportedConstant({
      name: 'types',
      docs: structures.docs('The types that the inputs of tools refer to.'),
      type: module.imports.type('InputTypes', server),
      value: structures.valueText(inputs.types()),
    }),
    structures.exportedConstant({
      name: 'tools',
      docs: structures.docs(
        'The operations: one tool each, or one per kind if the input is a tagged union.',
      ),
      type: `readonly ${module.imports.type('OperationSource', server)}[]`,
      value: structures.valueText(tools),
    }),
  ])
}
