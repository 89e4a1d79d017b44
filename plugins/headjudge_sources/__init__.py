"""Where the corpora come from: rules, card data, rulings, and our own lists."""
