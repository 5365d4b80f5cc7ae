import { parameterText } from './place-simple.js'
import type { Style, Writing } from './styles.js'

/** What follows an array's name for the item at that index. */
type ItemMark = (index: number) => string

/** `color[R]=100`, and for arrays `color[0]=blue&color[1]=black`; the brackets are escaped. */
export const deepObject: Style = (value, writing) => pairsOf(value, writing, (at) => `[${at}]`)

/** The same with `color[]=blue&color[]=black` for arrays. */
export const deepObjectBrackets: Style = (value, writing) => pairsOf(value, writing, () => '[]')

/** The same with `color=blue&color=black` for arrays. */
export const deepObjectRepeat: Style = (value, writing) => pairsOf(value, writing, () => '')

function pairsOf(value: unknown, { name, encode }: Writing, mark: ItemMark): string[] {
  const pairs: string[] = []
  const visit = (path: string, each: unknown): void => {
    if (Array.isArray(each)) {
      const items = each.filter((item) => item !== undefined && item !== null)
      // A name that ends in brackets already has the mark of an array.
      const markOf = path.endsWith('[]') ? () => '' : mark
      for (const [index, item] of items.entries()) visit(path + markOf(index), item)
    } else if (typeof each === 'object' && each !== null && !(each instanceof Date)) {
      for (const [key, inner] of Object.entries(each)) {
        const [, base = key, brackets = ''] = /^(.+)(\[\])$/s.exec(key) ?? []
        visit(`${path}[${base}]${brackets}`, inner)
      }
    } else if (each !== undefined && each !== null) {
      pairs.push(`${encode(path)}=${encode(parameterText(path, each))}`)
    }
  }
  visit(name, value)
  return pairs
}
