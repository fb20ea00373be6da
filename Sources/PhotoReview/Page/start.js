/* The first page: it keeps the secret, which is in no address, and goes on to the page itself. */
sessionStorage.setItem('secret', document.documentElement.dataset.secret);
location.replace('/');
