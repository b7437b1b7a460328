try (fromjson | tojson) catch "refused"
