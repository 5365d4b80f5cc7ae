/** Uses the page as a person would, and says what was wrong. */
export function drive(): Promise<unknown> {
  return tried(async () => {
    await shows('chains', (text) => text.includes('cosmoshub-4'))
    await shows('transactions', (text) => text === 'tx 1')
    click('more')
    await shows('transactions', (text) => text === 'tx 1,tx 2')
    click('more')
    await shows('transactions', (text) => text === 'tx 1,tx 2,tx 3')
    await until(() => document.getElementById('more') === null, 'there is no more')
    click('submit')
    await shows('hash', (text) => text === 'hash of AA==')
    await shows('state', (text) => text === 'STATE_COMPLETED_SUCCESS')
  })
}

/** `ok`, or what was wrong and what the page looks like. */
export async function tried(steps: () => Promise<void>): Promise<string> {
  try {
    await steps()
    return 'ok'
  } catch (error) {
    return `${error}\n${document.body.innerHTML}`
  }
}

export function click(id: string): void {
  const button = document.getElementById(id)
  if (!button) throw new Error(`no button ${id}`)
  button.click()
}

export function shows(id: string, holds: (text: string) => boolean): Promise<void> {
  const text = (): string => document.getElementById(id)?.textContent ?? ''
  return until(() => holds(text()), `${id} is as expected`)
}

export async function until(holds: () => boolean, what: string): Promise<void> {
  for (let waited = 0; waited < 10_000; waited += 20) {
    if (holds()) return
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  throw new Error(`never: ${what}`)
}
