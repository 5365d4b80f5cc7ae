import { docBlock } from '../typescript/doc.js'
import { objectKey, stringLiteral } from '../typescript/text.js'
import { pureCall, words } from './layout.js'
import { constantText, type ValidateScope } from './scope.js'

/** A validator in a table of them. */
export interface Entry {
  /** The key in the table. */
  readonly key: string
  readonly name: string
  readonly type: string
  readonly text?: string
}

/** The constant that a validator is. */
export function exported(
  scope: ValidateScope,
  name: string,
  type: string,
  label: string,
  check: string,
): string {
  const args = words([stringLiteral(label), check])
  const declared = `${scope.useType('Validator')}<${type}>`
  return constantText(name, declared, pureCall(scope.use('validator'), args), 'export ')
}

/** All validators of a kind, by their keys. */
export function table(
  scope: ValidateScope,
  name: string,
  text: string,
  entries: readonly Entry[],
): string {
  const type = scope.useType('Validator')
  const types = entries.map((each) => `  readonly ${objectKey(each.key)}: ${type}<${each.type}>\n`)
  const values = entries.map((each) => {
    const key = objectKey(each.key)
    return key === each.name ? `  ${key},\n` : `  ${key}: ${each.name},\n`
  })
  return `${docBlock({ text })}export const ${name}: {\n${types.join('')}} = {\n${values.join('')}}\n`
}
