/** The headings above the parts that a call shows; the browser tests find the parts by them. */
export const headings = {
  route: 'Route',
  compared: 'Compared with the document',
  value: 'The value that the client returns',
  program: 'The program that ran',
  request: 'The request as sent',
  response: 'The response as received',
} as const
