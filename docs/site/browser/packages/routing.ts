export * from '@tagwire/routing'
