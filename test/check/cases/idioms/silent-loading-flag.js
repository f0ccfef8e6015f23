// A flag around an await: set before, cleared in finally.
let loading = false;

exports.refresh = async function refresh(load, show) {
  if (loading) return;
  loading = true;
  try {
    show(await load());
  } finally {
    loading = false;
  }
};

exports.isLoading = () => loading;
