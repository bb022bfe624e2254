"""Terms that a regulation defines: 术语和定义, 名词解释, Definitions, 本规程所称…是指…"""
