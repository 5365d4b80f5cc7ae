/** An event in any of the forms that a node sends: only the attributes matter. */
export interface HasAttributes {
  readonly attributes?: readonly { readonly key: string; readonly value: string }[] | null
}

/**
 * The value of an attribute; of the first one, if the key repeats.
 *
 * @example attribute(event, 'sender')
 */
export function attribute(event: HasAttributes, key: string): string | undefined {
  return event.attributes?.find((each) => each.key === key)?.value
}

/** All values of an attribute, in the order of the event: a key may repeat. */
export function attributeValues(event: HasAttributes, key: string): string[] {
  return (event.attributes ?? []).flatMap((each) => (each.key === key ? [each.value] : []))
}
