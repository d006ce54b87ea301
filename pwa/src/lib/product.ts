// The product's name: one setting, PRODUCT_NAME at build time, feeds every place it shows.

export const PRODUCT_NAME = __PRODUCT_NAME__
