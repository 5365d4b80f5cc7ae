/** Converts a header of a response; `undefined` if it is not what the document describes. */
export type HeaderReader<Value = unknown> = (text: string) => Value | undefined

export const headerText: HeaderReader<string> = (text) => text

export const headerNumber: HeaderReader<number> = (text) => {
  const number = text.trim() === '' ? Number.NaN : Number(text)
  return Number.isNaN(number) ? undefined : number
}

export const headerBoolean: HeaderReader<boolean> = (text) =>
  text === 'true' ? true : text === 'false' ? false : undefined

/** Values that are separated by commas; without those that are not what the document describes. */
export function headerList<Item>(read: HeaderReader<Item>): HeaderReader<Item[]> {
  return (text) => text.split(',').flatMap((each) => read(each.trim()) ?? [])
}

/** For a header whose content is JSON. */
export const headerJson: HeaderReader = (text) => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
