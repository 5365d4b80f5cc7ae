import type { NamedDocument } from './names.js'

/** `tagwire.config.ts` for the documents, with what keeps types as openapi-typescript draws them. */
export function configText(documents: readonly NamedDocument[], hasFetch: boolean): string {
  const packages = documents.map((each) => {
    const { flags } = each.drawing
    const isOn = (flag: string): boolean => flags.get(flag) === true
    const lines = [
      `spec: ${quoted(each.spec)},`,
      `out: ${quoted(each.out)},`,
      `emit: [${(hasFetch ? ['client', 'schema'] : ['schema']).map(quoted).join(', ')}],`,
      '// Enums with exactly the values of the document, as openapi-typescript draws them. Without this,',
      '// those in responses allow values that are newer than the document.',
      "enums: 'closed',",
      ...(isOn('enum') || isOn('conditionalEnums') ? ['enumObjects: true,'] : []),
      ...(isOn('immutable') ? ['readonly: true,'] : []),
      ...(each.clientName !== undefined && hasFetch
        ? [`names: { client: ${quoted(each.clientName)} },`]
        : []),
    ]
    const body = lines.map((line) => `      ${line}\n`).join('')
    return `    ${keyOf(each.name)}: {\n${body}    },\n`
  })
  return `import { defineConfig } from 'tagwire'

export default defineConfig({
  packages: {
${packages.join('')}  },
})
`
}

function keyOf(name: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : quoted(name)
}

function quoted(text: string): string {
  return `'${text.replace(/[\\']/g, '\\$&').replace(/\n/g, '\\n')}'`
}
