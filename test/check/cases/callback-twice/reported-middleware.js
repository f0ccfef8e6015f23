// rules: callback-twice
module.exports = users => (req, res, next) => {
  users.find(req.id, (err, user) => {
    if (err) next(err); // expect: callback-twice
    req.user = user;
    next();
  });
};
