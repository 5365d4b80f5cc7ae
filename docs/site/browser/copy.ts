/** Adds a button to each block of code that copies it. */
export function addCopyButtons(within: ParentNode): void {
  for (const block of within.querySelectorAll<HTMLElement>('div.code')) {
    const button = document.createElement('button')
    button.type = 'button'
    button.className = 'copy'
    button.textContent = 'Copy'
    button.addEventListener('click', async () => {
      const text = block.querySelector('code')?.textContent ?? ''
      const copied = await navigator.clipboard.writeText(text).then(
        () => true,
        () => false,
      )
      button.textContent = copied ? 'Copied' : 'Not allowed'
      setTimeout(() => {
        button.textContent = 'Copy'
      }, 1500)
    })
    block.append(button)
  }
}
